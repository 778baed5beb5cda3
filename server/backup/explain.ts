import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'

const FILE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than allowed',
  EACCES: 'this user may not access it',
  EPERM: 'this user may not access it',
  EROFS: 'it is on a read-only file system',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a file is in place of a folder',
  EISDIR: 'it is a folder',
  EIO: 'the disk has an error',
}

/** Returns a CannotStart for an error that an operator can fix, with its cause; else the error. */
export function explain(error: unknown): unknown {
  if (error instanceof CannotStart || !(error instanceof Error)) return error
  if (error instanceof pg.DatabaseError)
    return new CannotStart(`The database responds: ${firstLine(error.message)} (${error.code}).`, { cause: error })
  if (/^(?:Connection terminated|Client was closed|read ECONNRESET|write EPIPE)/.test(error.message))
    return new CannotStart('The connection to the database was lost.', { cause: error })
  const { code, path } = error as NodeJS.ErrnoException
  const reason = FILE_REASONS[code ?? '']
  if (reason === undefined) return error
  return new CannotStart(`${path ?? 'The file'} cannot be used: ${reason}.`, { cause: error })
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? ''
