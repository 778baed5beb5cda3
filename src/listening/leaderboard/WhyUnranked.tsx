import { Link } from '@tanstack/react-router'
import { Note } from '#src/ui/Text.tsx'

/** The reason why the member has no place on leaderboards, with a link to the setting. */
export function WhyUnranked({ why }: { why: string }) {
  const { sentence, to, label } = why === 'impossible' ? impossible : { ...hidden, sentence: toSentence(why) }
  return (
    <Note>
      {sentence} <Link to={to}>{label}</Link>
    </Note>
  )
}

const hidden = { to: '/settings/privacy', label: 'Change this' } as const
const impossible = {
  sentence: 'You aren’t ranked: on some days your history has more listens than a day has time for.',
  to: '/settings/listening',
  label: 'See which days',
} as const

const toSentence = (why: string) =>
  why === 'private'
    ? 'You aren’t on leaderboards because your profile is private.'
    : 'You aren’t on leaderboards because your listening is hidden.'
