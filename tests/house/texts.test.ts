import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Screen texts that readers found stiff or unclear, and those that replaced them. */
const TEXTS: readonly (readonly [unclear: string, clear: string])[] = [
  ['Nearer than', 'You two are more alike than'],
  ['A line with it', 'Add a note (optional)'],
  ['A line with your rating', 'Say why (optional)'],
  ['Address of the server of the account', 'Leave empty for listenbrainz.org'],
  ['Before you go', 'Download your data first'],
  ['are gone for good', 'This deletes your listens from'],
  ["is compared with everybody's", 'Bring or play some music'],
  ['This server does not tell', 'Daily plays are not available here'],
  ['go on as ever', 'People can still message'],
  ['That was often', 'Too many attempts. Try again in a few minutes'],
  ['Close without a measure', 'Close this report without action'],
  ['Leaves out of the feed', 'Hides posts about joins'],
  ['in a tunnel too', 'Open it from your home screen'],
  ['adds nothing twice', 'Sending the same file again adds nothing'],
  ['Kept here', 'Stored listens'],
  ['no file of listens', "Flipside can't read this file"],
]

test('texts that readers did not understand stay replaced', async () => {
  const paths = await Array.fromAsync(glob('{src,server}/**/*.{ts,tsx}'))
  const sources = await Promise.all(
    paths.filter((path) => !path.includes('.test.')).map((path) => readFile(path, 'utf8')),
  )
  const isUsed = (text: string) => sources.some((source) => source.replaceAll(/\s+/g, ' ').includes(text))
  expect(TEXTS.filter(([unclear, clear]) => isUsed(unclear) || !isUsed(clear))).toEqual([])
})
