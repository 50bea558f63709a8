/** What a person prefers of the page itself: theme, motion, keys, announcements. */
import { Settings2 } from 'lucide-react';
import { useStore } from 'zustand';
import { preferences, storageWorks, useWorkingKeys } from '../preferences.ts';
import type { Preferences } from '../preferences.ts';
import { Menu } from './menu.tsx';
import './settings-menu.css';

export function SettingsMenu() {
  return (
    <Menu
      label="Settings of the page"
      name="Settings of the page"
      title="Settings of the page: theme, motion, keys"
      className="page-settings"
      face={<Settings2 size={16} aria-hidden />}
    >
      {() => <PageSettings />}
    </Menu>
  );
}

function PageSettings() {
  const key = useWorkingKeys('T');
  return (
    <>
      <Choices
        name="theme"
        legend={key === undefined ? 'Theme' : `Theme (${key})`}
        words={{ system: 'as the system', light: 'light', dark: 'dark' }}
      />
      <Choices
        name="motion"
        legend="Motion"
        words={{ system: 'as the system', full: 'smooth', reduced: 'in steps' }}
      />
      <Switch name="singleKeys" words="Single-letter keys" />
      <Switch name="announcements" words="Say to screen readers what happens" />
      <p className="hint">
        {storageWorks
          ? 'Kept in this browser.'
          : 'This browser keeps nothing for the page: what you choose holds until you close it.'}
      </p>
    </>
  );
}

interface ChoicesProps<Name extends 'theme' | 'motion'> {
  readonly name: Name;
  readonly legend: string;
  /** In the order shown. */
  readonly words: Readonly<Record<Preferences[Name], string>>;
}

function Choices<Name extends 'theme' | 'motion'>({ name, legend, words }: ChoicesProps<Name>) {
  const chosen = useStore(preferences, (state) => state[name]);
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {Object.entries<string>(words).map(([value, word]) => (
        <label key={value} className="tick">
          <input
            type="radio"
            name={name}
            checked={chosen === value}
            onChange={() => preferences.setState({ [name]: value })}
          />
          {word}
        </label>
      ))}
    </fieldset>
  );
}

interface SwitchProps {
  readonly name: 'singleKeys' | 'announcements';
  readonly words: string;
}

function Switch({ name, words }: SwitchProps) {
  const on = useStore(preferences, (state) => state[name]);
  return (
    <label className="tick">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) => preferences.setState({ [name]: event.target.checked })}
      />
      {words}
    </label>
  );
}
