/** Bytes: a request and its answer as they crossed the link, byte by byte and field by field. */
import { useEffect, useRef } from 'react';
import { usePlayground, useRun } from '../../context.tsx';
import { messagesOf } from '../message-index.ts';
import './bytes.css';
import { FrameView } from './frame-view.tsx';
import { pairOf } from './pair.ts';

/** An answer stands below its request: it is brought up when it is what was selected. */
function useChosenInSight(message: unknown) {
  const frames = useRef<HTMLDivElement>(null);
  // After the layout effect of the inspector, which begins at the top.
  useEffect(() => {
    const panel = frames.current?.closest('.panel');
    const chosen = frames.current?.querySelector('.chosen');
    if (!panel || !chosen?.previousElementSibling) return;
    panel.scrollTop += chosen.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  }, [message]);
  return frames;
}

export function BytesPanel({ subject }: { subject: number | null }) {
  const { trace } = useRun();
  const last = usePlayground(({ cursor }) => cursor.seq);
  const message = subject === null ? null : trace.int(subject, 'message');
  const frames = useChosenInSight(message);
  if (typeof message !== 'number') return <p className="hint">This event carries no message.</p>;
  const { request, response } = pairOf(trace, messagesOf(trace), message, last);
  if (!request && !response) return <p className="hint">It has not been sent at this moment.</p>;
  return (
    <div ref={frames} className="frames">
      {request ? (
        <FrameView key={request.message} sent={request} isChosen={request.message === message} />
      ) : (
        <p className="hint">It answers no request: the store tells of a change by itself.</p>
      )}
      {response ? (
        <FrameView key={response.message} sent={response} isChosen={response.message === message} />
      ) : (
        <p className="hint">No answer has been sent up to this moment.</p>
      )}
    </div>
  );
}
