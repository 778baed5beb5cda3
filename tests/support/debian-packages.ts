import { execFileSync, spawnSync } from 'node:child_process'

/** Returns whether `program` in PATH runs. */
export const isInstalled = (program: string, versionOption = '--version'): boolean =>
  spawnSync(program, [versionOption], { stdio: 'ignore' }).status === 0

/**
 * Installs Debian packages if a program is missing and apt-get may be used. Returns the reason if
 * one is still missing.
 */
export function installPackages(packages: readonly string[], isComplete: () => boolean): string | undefined {
  if (isComplete()) return undefined
  const names = packages.join(' and ')
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) return `${names} not installed, and apt-get cannot be used`
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update'], { stdio: 'ignore', env })
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { stdio: 'ignore', env })
  } catch {
    return `apt-get could not install ${names}`
  }
  return isComplete() ? undefined : `${names} were installed and do not run`
}
