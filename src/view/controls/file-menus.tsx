/** Import and export: by button, by dropping a file on the page. Exporters write what has been seen. */
import { Download, Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { activeRun } from '../../store/playground.ts';
import type { PlaygroundStore } from '../../store/playground.ts';
import { lastAskedFor } from '../../store/patterns.ts';
import { experimentFileOf, fileNameOf, readFile, traceFileOf } from '../../store/files.ts';
import { usePlaygroundStore } from '../context.tsx';
import { Choice, Menu } from './menu.tsx';

export function FileMenus() {
  return (
    <>
      <ImportButton />
      <ExportMenu />
    </>
  );
}

async function importFile(store: PlaygroundStore, file: File): Promise<void> {
  const { open, openTrace, say } = store.getState();
  const isLast = lastAskedFor();
  try {
    const read = await readFile(file);
    if (!isLast()) return;
    if (read.kind === 'refused') return say({ tone: 'error', text: read.text });
    if (read.kind === 'experiment') {
      open(read.experiment, { play: true });
      return say({ tone: 'info', text: `${file.name} is open.`, passing: true });
    }
    openTrace(read.file);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    say({ tone: 'error', text: `${file.name} cannot be read: ${text}` });
  }
}

function ImportButton() {
  const store = usePlaygroundStore();
  const input = useRef<HTMLInputElement>(null);
  useFileDrop((file) => void importFile(store, file));
  return (
    <>
      <button
        type="button"
        className="menu-button"
        aria-label="Import an experiment or a trace"
        onClick={() => input.current?.click()}
      >
        <Upload size={15} aria-hidden />
        <span className="wide">Import</span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File to import"
        accept=".json,.jsonl,application/json"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void importFile(store, file);
        }}
      />
    </>
  );
}

/** A file dropped anywhere on the page is imported. */
function useFileDrop(receive: (file: File) => void): void {
  const latest = useRef(receive);
  useEffect(() => {
    latest.current = receive;
  });
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  }, []);
}

function download(name: string, type: string, pieces: Iterable<string>): void {
  const url = URL.createObjectURL(new Blob([...pieces], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function ExportMenu() {
  const store = usePlaygroundStore();
  const saveExperiment = () => {
    const run = activeRun(store.getState());
    const name = fileNameOf(run.experiment, '.regroup.json');
    download(name, 'application/json', [experimentFileOf(run)]);
  };
  const saveTrace = () => {
    const run = activeRun(store.getState());
    download(fileNameOf(run.experiment, '.trace.jsonl'), 'application/jsonl', traceFileOf(run));
  };
  return (
    <Menu
      label="Export menu"
      name="Export"
      className="export"
      face={
        <>
          <Download size={15} aria-hidden />
          <span className="wide">Export</span>
        </>
      }
    >
      {(menu) => (
        <ul className="commands">
          <Choice
            menu={menu}
            name="Experiment"
            about="Scenario, seed and your actions: enough to run it all again."
            onChoose={saveExperiment}
          />
          <Choice
            menu={menu}
            name="Trace"
            about="Every event that you have seen, a line each, with all bytes."
            onChoose={saveTrace}
          />
        </ul>
      )}
    </Menu>
  );
}
