/**
 * Runs in `npm version <patch|minor|major>`: moves the unreleased changes of CHANGELOG.md below a
 * heading with the new version and the date. With a tag, such as `v1.2.0`, prints its notes; fails
 * if it is not the version of package.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }

const UNRELEASED = '## Unreleased\n'

/** Returns a changelog with the unreleased changes as `version`. Throws if there are none. */
export function releaseChanges(changelog: string, version: string, date: string): string {
  const [before, changes] = changelog.split(UNRELEASED)
  if (before === undefined || changes === undefined || /^\s*(?:## |$)/.test(changes))
    throw new Error('CHANGELOG.md has no unreleased changes.')
  return `${before}${UNRELEASED}\n## ${version} (${date})\n${changes}`
}

/**
 * Returns the changes of a tag's version. Throws if the program at the tag has another version, or
 * the changelog does not contain it.
 */
export function findReleaseNotes(changelog: string, tag: string, version: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag ${tag} does not fit the version ${version} of package.json.`)
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version} (`))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version}.`)
  return section.slice(section.indexOf('\n')).trim()
}

function runCommand(tag: string | undefined): void {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  if (tag !== undefined) return console.log(findReleaseNotes(changelog, tag, packageJson.version))
  const version = process.env['npm_package_version']
  if (version === undefined) throw new Error('Run "npm version", which sets the new version.')
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync('CHANGELOG.md', releaseChanges(changelog, version, date))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) runCommand(process.argv[2])
