/** Composition root: client, store, frames and page are put together here and nowhere else. */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { known } from './lib/assert.ts';
import { builtins } from './simulation/builtins.ts';
import { createPlayground } from './store/create.ts';
import { App } from './view/app.tsx';
import './view/base.css';
import { startFrames } from './view/frame.ts';
import { wantsCalm } from './view/preferences.ts';
import './view/tokens.css';
import { createSimulationClient } from './worker/client.ts';

const opening = known(
  builtins.find(({ id }) => id === 'first-minute'),
  'opening experiment',
);
const client = createSimulationClient((message) => store.getState().receive(message));
// Just after the first settled generation, slow enough to see a message travel.
const start = { startAtUs: 4_000_000, play: true, speed: 0.5 } as const;
const store = createPlayground(client, opening.experiment, start);
const frames = startFrames((realMs) => store.getState().tick(realMs), wantsCalm);

createRoot(known(document.querySelector('#root'), 'root element')).render(
  <StrictMode>
    <App store={store} frames={frames} />
  </StrictMode>,
);
