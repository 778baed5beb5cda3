import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { oldestBrowsers } from '../../build/browsers.ts'

/** The same engine and version, in the README's words. */
const NAMES: Readonly<Record<string, string>> = {
  chrome: 'Chromium',
  edge: 'Chromium',
  firefox: 'Firefox',
  safari: 'Safari',
  ios: 'Safari',
}

test('the README names the oldest browsers that the build supports', async () => {
  const readme = await readFile('README.md', 'utf8')
  for (const browser of oldestBrowsers) {
    const [, name = '', version = ''] = /^([a-z]+)([\d.]+)$/.exec(browser) ?? []
    expect(readme).toMatch(new RegExp(`\\| ${NAMES[name]} [^|]*\\| ${version.replace('.', '\\.')} +\\|`))
  }
})
