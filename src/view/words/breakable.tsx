/** Words that a narrow column breaks where a reader would, and that are copied as they are. */
import { Fragment } from 'react';
import { humps } from './text.ts';

export function Breakable({ text }: { text: string }) {
  return humps(text).map((part, index) => (
    // The parts of a text have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
