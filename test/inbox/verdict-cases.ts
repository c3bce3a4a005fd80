/** Cases for the verdict: what is already in the inbox, the arrival, and its verdict. */

import type { Arrival, InsertResult } from '#inbox/inbox.ts'
import { OTHER, OTHER_BYTES, STORE_A, STORE_B, TAIL, WATCHED } from './arriving.ts'

/** What was taken before and how the target answered it, and the arrival with its verdict. */
export interface Case {
  is: string
  before: (Partial<Arrival> & { answered?: number })[]
  comes: Partial<Arrival>
  verdict: InsertResult['verdict']
  forward: InsertResult['forward']
  altered?: boolean
}

export const CASES: Case[] = [
  { is: 'the first under a target', before: [], comes: {}, verdict: 'accepted', forward: 'pending' },
  { is: 'the first that is only watched', before: [], comes: WATCHED, verdict: 'accepted', forward: 'none' },

  // The same delivery id.
  { is: 'a resend of what is pending', before: [{}], comes: {}, verdict: 'duplicate', forward: 'pending' },
  {
    is: 'a resend of what was forwarded',
    before: [{ answered: 200 }],
    comes: {},
    verdict: 'duplicate',
    forward: 'done',
  },
  {
    is: 'a resend of what failed so far',
    before: [{ answered: 500 }],
    comes: {},
    verdict: 'duplicate',
    forward: 'pending',
  },
  {
    is: 'a resend of what was watched, now under a target',
    before: [WATCHED],
    comes: {},
    verdict: 'duplicate',
    forward: 'none',
  },
  {
    is: 'a resend of what is pending, now only watched',
    before: [{}],
    comes: WATCHED,
    verdict: 'duplicate',
    forward: 'pending',
  },
  // The delivery id isn't signed: with other bytes it counts as another one.
  {
    is: 'a known delivery id with other bytes of an event that is pending',
    before: [{}],
    comes: OTHER_BYTES,
    verdict: 'duplicate',
    forward: 'none',
    altered: true,
  },
  {
    is: 'a known delivery id with other bytes of an event that was only watched',
    before: [WATCHED],
    comes: OTHER_BYTES,
    verdict: 'duplicate',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'a new event under the delivery id of one that was forwarded',
    before: [{ answered: 200 }],
    comes: { ...OTHER_BYTES, eventId: 'evt_new' },
    verdict: 'accepted',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'a new event under a delivery id that an old one was sent under again',
    before: [{ answered: 200 }, OTHER],
    comes: { ...OTHER, ...OTHER_BYTES, eventId: 'evt_new' },
    verdict: 'accepted',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'other bytes without an event id under a known delivery id',
    before: [{ eventId: null, answered: 200 }],
    comes: { ...OTHER_BYTES, eventId: null },
    verdict: 'accepted',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'an event of the realtime channel whose delivery id came by webhook with another event',
    before: [{ ...TAIL, channel: 'webhook', eventId: 'evt_old', answered: 200 }],
    comes: { ...TAIL, ...OTHER_BYTES },
    verdict: 'accepted',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'an event of the realtime channel whose delivery id came by webhook with the same bytes, and was watched',
    before: [{ ...TAIL, channel: 'webhook', ...WATCHED }],
    comes: TAIL,
    verdict: 'accepted',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'an event without an id that came over the realtime channel before, with other bytes',
    before: [{ ...TAIL, eventId: null, answered: 200 }],
    comes: { ...TAIL, ...OTHER_BYTES, eventId: null },
    verdict: 'duplicate',
    forward: 'none',
    altered: true,
  },

  // Two stores may name their events alike; each signs with its own secret.
  {
    is: 'an event id that was forwarded for another secret',
    before: [{ ...STORE_A, answered: 200 }],
    comes: { ...OTHER, ...STORE_B, ...OTHER_BYTES },
    verdict: 'accepted',
    forward: 'pending',
  },
  {
    is: 'an event id of another secret, under the same delivery id',
    before: [{ ...STORE_A, answered: 200 }],
    comes: { ...STORE_B, ...OTHER_BYTES },
    verdict: 'accepted',
    forward: 'pending',
    altered: true,
  },
  {
    is: 'a resend that is signed with the next secret of the same store',
    before: [{ ...STORE_A, answered: 200 }],
    comes: STORE_B,
    verdict: 'duplicate',
    forward: 'done',
  },
  {
    is: 'the same bytes under another delivery id, signed with the next secret of the same store',
    before: [{ ...STORE_A, answered: 200 }],
    comes: { ...OTHER, ...STORE_B },
    verdict: 'duplicate',
    forward: 'none',
  },
  {
    is: 'an event that was kept before the secret was recorded',
    before: [{ answered: 200 }],
    comes: { ...OTHER, ...STORE_A, ...OTHER_BYTES },
    verdict: 'duplicate',
    forward: 'none',
  },
  {
    is: 'an event of the realtime channel, which no secret signs, that was forwarded',
    before: [{ ...STORE_A, answered: 200 }],
    comes: { ...TAIL, ...OTHER_BYTES },
    verdict: 'accepted',
    forward: 'none',
  },

  // The same event under another delivery id.
  { is: 'an event that is pending', before: [{}], comes: OTHER, verdict: 'duplicate', forward: 'none' },
  {
    is: 'an event that was forwarded',
    before: [{ answered: 200 }],
    comes: OTHER,
    verdict: 'duplicate',
    forward: 'none',
  },
  {
    is: 'an event that was only watched',
    before: [WATCHED],
    comes: OTHER,
    verdict: 'duplicate',
    forward: 'pending',
  },
  {
    is: 'an event that was watched, and is watched again',
    before: [WATCHED],
    comes: { ...OTHER, ...WATCHED },
    verdict: 'duplicate',
    forward: 'none',
  },
  {
    is: 'an event that was watched first and is pending since',
    before: [WATCHED, OTHER],
    comes: { delivery: 'dlv_3' },
    verdict: 'duplicate',
    forward: 'none',
  },
  {
    is: 'an event that was watched and then replayed with a 2xx',
    before: [{ ...WATCHED, answered: 200 }],
    comes: OTHER,
    verdict: 'duplicate',
    forward: 'none',
  },

  // The same event over the other channel.
  {
    is: 'an event that tail has only shown',
    before: [{ ...TAIL, ...WATCHED }],
    comes: {},
    verdict: 'accepted',
    forward: 'pending',
  },
  {
    is: 'an event that is pending for tail',
    before: [TAIL],
    comes: {},
    verdict: 'accepted',
    forward: 'none',
  },
  {
    is: 'an event that tail has forwarded',
    before: [{ ...TAIL, answered: 200 }],
    comes: {},
    verdict: 'accepted',
    forward: 'none',
  },
  {
    is: 'an event that listen has forwarded, over the realtime channel',
    before: [{ answered: 200 }],
    comes: TAIL,
    verdict: 'accepted',
    forward: 'none',
  },
  {
    is: 'an event that listen has only shown, over the realtime channel',
    before: [WATCHED],
    comes: TAIL,
    verdict: 'accepted',
    forward: 'pending',
  },
  {
    is: 'an event that both have seen',
    before: [TAIL, {}],
    comes: OTHER,
    verdict: 'duplicate',
    forward: 'none',
  },

  // Without an event id, only the delivery id tells.
  {
    is: 'one without an event id, beside another',
    before: [{ eventId: null, answered: 200 }],
    comes: { ...OTHER, eventId: null },
    verdict: 'accepted',
    forward: 'pending',
  },
  {
    is: 'a resend of one without an event id',
    before: [{ eventId: null }],
    comes: { eventId: null },
    verdict: 'duplicate',
    forward: 'pending',
  },
  {
    is: 'another event of the same charge',
    before: [{ answered: 200 }],
    comes: { ...OTHER, eventId: 'evt_2' },
    verdict: 'accepted',
    forward: 'pending',
  },
]
