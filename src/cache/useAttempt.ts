import { useEffect, useState } from 'react'
import { clearPasswords } from '#src/api/clear-passwords.ts'
import { NoConnection } from '#src/api/errors.ts'
import { failureText } from '#src/api/failure-text.ts'

/** A form's single request: whether it is in flight, and the alert text. */
interface Attempt {
  failure: string | undefined
  isBusy: boolean
  /** Sets or clears the alert: for a problem that the form itself finds. */
  fail: (sentence: string | undefined) => void
  /**
   * Runs the work; resolves to whether it succeeded, false also if the work resolves to false. The
   * form shows why not; a bug is rethrown.
   */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>
}

interface AttemptOptions {
  initial?: string | undefined
  /** The text without a connection, instead of `refused` and the reason. */
  unreachable?: string | undefined
}

/** Returns the state of a form's request. `refused` is the spec's text for this form. */
export function useAttempt(refused: string, { initial, unreachable }: AttemptOptions = {}): Attempt {
  useEffect(clearPasswords, [])
  const [failure, fail] = useState(initial)
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    fail(undefined)
    try {
      return (await work()) !== false
    } catch (error) {
      fail(unreachable !== undefined && error instanceof NoConnection ? unreachable : failureText(error, refused))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { failure, isBusy, fail, attempt }
}
