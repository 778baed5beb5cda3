import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const ON_DISK = '/tmp'

/** Where a run's databases may be; the first is in memory. */
export const DATA_FOLDERS: readonly string[] = ['/dev/shm', ON_DISK].filter((folder) => existsSync(folder))

/** Vitest starts a worker for each processor; with two of them the databases take 0.65 GB. */
const FREE_MIN_BYTES = 2e9 * availableParallelism()

/**
 * Returns the folder for a run's databases: in memory, if there is space. Tests copy a database of
 * 14 MB for each file or case; on ext4 the kernel takes up to 0.7 s of processor time for a copy,
 * in memory 0.02 s.
 */
export const findDataFolder = (): string =>
  DATA_FOLDERS.find((folder) => freeBytesOf(folder) >= FREE_MIN_BYTES) ?? ON_DISK

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
