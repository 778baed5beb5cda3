/**
 * Runs in `npm version <patch|minor|major>`: moves the unreleased changes in CHANGELOG.md below a
 * heading with the new version and the date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const UNRELEASED = '## Unreleased\n'

/** Returns a changelog with the unreleased changes as `version`. Throws if there are none. */
export function releaseChanges(changelog: string, version: string, date: string): string {
  const [before, changes] = changelog.split(UNRELEASED)
  if (before === undefined || changes === undefined || /^\s*(?:## |$)/.test(changes))
    throw new Error('CHANGELOG.md has no unreleased changes.')
  return `${before}${UNRELEASED}\n## ${version} (${date})\n${changes}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const version = process.env['npm_package_version']
  if (version === undefined) throw new Error('Run "npm version", which sets the new version.')
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', releaseChanges(readFileSync('CHANGELOG.md', 'utf8'), version, date))
}
