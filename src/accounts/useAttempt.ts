import { useEffect, useState } from 'react'
import { failureText } from '#src/api/failure-text.ts'
import { forgetPasswords } from './session/forget-passwords.ts'

/** A form's one request at a time: whether it is under way, and what the alert says when it was refused. */
interface Attempt {
  failure: string | undefined
  isBusy: boolean
  /** Shows a sentence, or none: what the form itself finds wrong. */
  fail: (sentence: string | undefined) => void
  /** Runs the work. Refused or unanswered, the form stays filled and says so; a bug is thrown on. */
  attempt: (work: () => Promise<unknown>) => Promise<void>
}

/** `refused` is the spec's text for this form. */
export function useAttempt(refused: string, atFirst?: string): Attempt {
  useEffect(forgetPasswords, [])
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
