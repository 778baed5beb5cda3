import { RelativeTime } from './RelativeTime.tsx'

interface LastTimeProps {
  text: string
  /** ISO 8601; empty: never. */
  at: string
  /** Instead of both. */
  never: string
}

/** When something happened last, such as 'Last used 3 h'. */
export const LastTime = ({ text, at, never }: LastTimeProps) =>
  at === '' ? (
    never
  ) : (
    <>
      {text} <RelativeTime at={at} />
    </>
  )
