import { describe, expect, it } from 'vitest';
import { freePlace, withMargin } from './labels.ts';

const stageWidth = 600;
const card = { x: 100, y: 100, width: 200, height: 120 };

describe('the label of a message', () => {
  it('stands to the right, where that is free', () => {
    const place = freePlace({ x: 50, y: 50 }, 80, { taken: [], stageWidth });
    expect(place).toEqual({ x: 60, y: 42.5, width: 80, height: 15 });
  });

  it('keeps clear of the border of a card', () => {
    const taken = [withMargin(card)];
    // To the right it would end two pixels above the card.
    const place = freePlace({ x: 120, y: 90.5 }, 80, { taken, stageWidth });
    expect(place).toEqual({ x: 80, y: 65.5, width: 80, height: 15 });
  });

  it('is left out where there is no room', () => {
    const taken = [{ x: 0, y: 0, width: 600, height: 400 }];
    expect(freePlace({ x: 120, y: 90 }, 80, { taken, stageWidth })).toBeUndefined();
  });
});
