import { useEffect, useState } from 'react'
import { clearPasswords } from '#src/api/clear-passwords.ts'
import { failureText } from '#src/api/failure-text.ts'

/** A form's single request: whether it is in flight, and the alert text. */
interface Attempt {
  failure: string | undefined
  isBusy: boolean
  /** Sets or clears the alert: for a problem that the form itself finds. */
  fail: (sentence: string | undefined) => void
  /** Runs the work. After a refusal or no response the form shows the reason; a bug is rethrown. */
  attempt: (work: () => Promise<unknown>) => Promise<void>
}

/** Returns the state of a form's request. `refused` is the spec's text for this form. */
export function useAttempt(refused: string, atFirst?: string): Attempt {
  useEffect(clearPasswords, [])
  const [failure, fail] = useState(atFirst)
  const [isBusy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    fail(undefined)
    try {
      await work()
    } catch (error) {
      fail(failureText(error, refused))
    } finally {
      setBusy(false)
    }
  }
  return { failure, isBusy, fail, attempt }
}
