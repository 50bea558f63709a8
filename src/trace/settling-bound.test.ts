import { describe, expect, test } from 'vitest';
import type { Scenario } from './experiment.ts';
import { brokerStarts, consumerStarts, settledPair } from './fold/told.ts';
import { randomExperiment } from './random/experiment.ts';
import { settlingBoundUs, settlingTermsOf } from './settling-bound.ts';
import type { SettlingTerms } from './settling-bound.ts';

const none: SettlingTerms = {
  storeSessionTimeoutUs: 0,
  requestTimeoutUs: 0,
  sessionTimeoutUs: 0,
  deadAfterUs: 0,
  backoffMaxUs: 0,
  brokers: 3,
  refreshUs: 0,
  latencyUs: 0,
};

describe('B', () => {
  test('[OWN-5] is the sum of what may have to be waited for', () => {
    // Three brokers, Z 2 s, Q and b 1 s, S and W 3 s, messages take up to 15 ms.
    const terms = {
      ...none,
      storeSessionTimeoutUs: 2e6,
      requestTimeoutUs: 1e6,
      sessionTimeoutUs: 3e6,
      deadAfterUs: 3e6,
      backoffMaxUs: 1e6,
      latencyUs: 15_000,
    };
    expect(settlingBoundUs(terms)).toBe((4 + 2 + 3 + (3 + 1) + 9 + 2 + 8 * 3) * 1e6 + 300_000);
  });

  test.each([
    ['storeSessionTimeoutUs', 2],
    ['requestTimeoutUs', 2 + 1 + 1 + 2 * 4 * 2],
    ['sessionTimeoutUs', 2],
    ['deadAfterUs', 4],
    ['backoffMaxUs', 1 + 2 * 4],
    ['refreshUs', 1],
    ['latencyUs', 20],
  ] as const)('[OWN-5] %s stands in it %i times', (term, times) => {
    expect(settlingBoundUs({ ...none, [term]: 1 })).toBe(times);
  });

  test('[OWN-5] of S and W the larger one counts once more', () => {
    expect(settlingBoundUs({ ...none, sessionTimeoutUs: 5, deadAfterUs: 4 })).toBe(5 + 5 + 12);
  });
});

describe('its terms', () => {
  const plain = randomExperiment(1).scenario;
  const scenario: Scenario = {
    ...plain,
    network: { ...plain.network, latencyMs: [5, 15] },
    zookeeper: { sessionTimeoutMs: 6000 },
    client: { ...plain.client, requestTimeoutMs: 500, metadataRefreshMs: 5000 },
  };
  const termsOf = (tale = settledPair()) => settlingTermsOf(scenario, tale.world, tale.group());

  test('[OWN-5] are those of the scenario and of the group', () => {
    expect(termsOf()).toEqual({
      storeSessionTimeoutUs: 6e6,
      requestTimeoutUs: 500_000,
      sessionTimeoutUs: 3e6,
      deadAfterUs: 3e6,
      backoffMaxUs: 1e6,
      brokers: 1,
      refreshUs: 0,
      latencyUs: 15_000,
    });
  });

  test('[OWN-5] the slowest member counts, every broker, and the slowest link', () => {
    const slow = { ...consumerStarts('c-3', 't'), sessionTimeoutMs: 4000, heartbeatFrequency: 2 };
    const link = { kind: 'link-changed', peers: ['broker-2', 'c-3'], latencyMs: [1, 90] } as const;
    const tale = settledPair().tell(slow, brokerStarts('broker-2'), { ...link, cut: false });
    expect(termsOf(tale)).toMatchObject({
      sessionTimeoutUs: 4e6,
      deadAfterUs: 6e6,
      brokers: 2,
      latencyUs: 90_000,
    });
  });

  test('[OWN-5] with patterns there is a refresh to wait for', () => {
    const wild = { ...consumerStarts('c-3'), topics: undefined, allow: ['t.*'] };
    expect(termsOf(settledPair().tell(wild)).refreshUs).toBe(5_500_000);
  });
});
