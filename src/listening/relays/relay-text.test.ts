import { expect, test } from 'vitest'
import { relayState } from './relay-text.ts'

const relay = {
  service: 'lastfm',
  title: 'Last.fm',
  account: 'ada',
  base_url: '',
  is_on: true,
  is_stopped: false,
  pending: 0,
  sent: 3,
  last_sent_at: '',
  failure: null,
  next_at: '',
  ignored: [],
}
const failure = { code: 'service_away', sentence: '', advice: '', at: '' }

test.each([
  [{ is_on: false, pending: 4 }, 'Off. Nothing is sent.'],
  [{}, 'Up to date.'],
  [{ pending: 1 }, 'Sending. 1 listen pending.'],
  [{ pending: 1204, failure }, 'Waiting to try again. 1,204 listens pending.'],
  [{ pending: 0, failure, is_stopped: true }, 'Stopped. No listens are pending.'],
  [{ pending: 2, failure, is_stopped: true }, 'Stopped. 2 listens pending.'],
])('a relay with %o is described as "%s"', (changes, text) => {
  expect(relayState({ ...relay, ...changes })).toBe(text)
})
