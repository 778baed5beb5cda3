import { Link } from '@tanstack/react-router'
import type { Mention } from '#contract/broadcasts/mentions.ts'
import * as css from './MentionText.css.ts'
import { mentionParts } from './mention-parts.ts'

export function MentionText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  return mentionParts(text, mentions).map((part, place) =>
    part.member === undefined ? (
      part.text
    ) : (
      // Text parts never change their order.
      // oxlint-disable-next-line react/no-array-index-key
      <Link key={place} to="/profile/$username" params={{ username: part.member }} className={css.mention}>
        {part.text}
      </Link>
    ),
  )
}
