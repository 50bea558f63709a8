/**
 * Settings under their real names: of the selected consumer, of its group, of the network. What is
 * changed is an action like any other: recorded, and it can be undone.
 */
import { useId, useState } from 'react';
import { usePlayground, useWorld } from '../context.tsx';
import { Tabs } from '../tabs.tsx';
import { NetworkForm } from './network-form.tsx';
import './settings.css';
import { SubscriptionForm } from './subscription-form.tsx';
import { ConsumerForm, GroupForm } from './timing-form.tsx';

/** `process` is the selected one, if one is. */
export function SettingsPanel({ process }: { process: string | null }) {
  const id = useId();
  const world = useWorld();
  const group = usePlayground((state) => state.group);
  const consumer = world.processes.get(process ?? '')?.consumer ? process : null;
  const scopes = [...(consumer === null ? [] : [consumer]), `group ${group}`, 'network'];
  const [chosen, choose] = useState('');
  const scope = scopes.includes(chosen) ? chosen : (scopes[0] ?? '');
  return (
    <>
      <Tabs
        id={id}
        label="Settings of"
        className="scopes"
        names={scopes}
        chosen={scope}
        choose={choose}
      />
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${scope}`}
        className="settings"
      >
        {scope === consumer ? (
          <>
            <ConsumerForm name={scope} />
            <SubscriptionForm name={scope} />
          </>
        ) : scope === 'network' ? (
          <NetworkForm />
        ) : (
          <GroupForm group={group} />
        )}
      </div>
    </>
  );
}
