/** A field of a form: its real name, its unit, and beside it in words what is wrong with it. */
import { useId } from 'react';
import { useSaidOnce } from './speech/asides.ts';
import './field.css';

interface FieldProps {
  readonly label: string;
  /** ms, count, records per second, ... */
  readonly unit?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

export function Field({ label, unit, value, error, onChange }: FieldProps) {
  const id = useId();
  useSaidOnce(error === undefined ? undefined : `${label}: ${error}`);
  return (
    <div className={`field${error === undefined ? '' : ' wrong'}`}>
      <label htmlFor={id}>{label}</label>
      <span className="entry">
        <input
          id={id}
          type="text"
          inputMode={unit === undefined ? 'text' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={(event) => onChange(event.target.value)}
        />
        {unit === undefined ? null : <span className="unit">{unit}</span>}
      </span>
      {error === undefined ? null : (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
