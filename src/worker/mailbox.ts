/** Lets messages in that have come meanwhile. Not by a timer: browsers slow repeated ones down. */

const bell = new MessageChannel();

export function mailbox(): Promise<void> {
  return new Promise((resolve) => {
    bell.port1.onmessage = () => resolve();
    bell.port2.postMessage(null);
  });
}
