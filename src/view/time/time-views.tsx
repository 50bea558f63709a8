/** Region: the run along one horizontal axis of time, in several views that share a playhead. */
import { useId, useState } from 'react';
import { OwnershipView } from './ownership-view.tsx';
import { Scrubber } from './scrubber.tsx';
import './time.css';
import { useTimeWindow } from './use-time-window.ts';
import { WindowButtons } from './window-buttons.tsx';

const tabs = ['Ownership'] as const;
type TabName = (typeof tabs)[number];

export function TimeViews() {
  const id = useId();
  const [tab, choose] = useState<TabName>('Ownership');
  const window = useTimeWindow();
  return (
    <section className="time-views" aria-label="Time">
      <header>
        <div role="tablist" aria-label="Views over time" className="time-tabs">
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={tab === name}
              aria-controls={`${id}-panel`}
              tabIndex={tab === name ? 0 : -1}
              onClick={() => choose(name)}
            >
              {name}
            </button>
          ))}
        </div>
        <WindowButtons window={window} />
      </header>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${tab}`}
        className="time-panel"
      >
        <OwnershipView window={window} />
      </div>
      <Scrubber window={window} />
    </section>
  );
}
