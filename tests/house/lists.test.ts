import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Lists with markers, which their own style shows. */
const WITH_MARKERS = ['src/listening/imports/ExportInstructions.tsx']

test('every list without markers has the role that Safari needs to announce it', async () => {
  const files = (await Array.fromAsync(glob('src/**/*.tsx'))).filter((file) => !WITH_MARKERS.includes(file))
  const lists: string[] = []
  const without: string[] = []
  for (const file of files) {
    for (const [tag] of (await readFile(file, 'utf8')).matchAll(/<(?:ul|ol)\b[^>]*>/g)) {
      lists.push(tag)
      if (!tag.includes('{...listRole}')) without.push(`${file}: ${tag}`)
    }
  }
  expect(lists.length).toBeGreaterThan(10)
  expect(without).toEqual([])
})
