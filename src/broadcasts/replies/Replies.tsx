import { useRef } from 'react'
import { REPLIES_LIMIT } from '#contract/broadcasts/replies.ts'
import { useSession } from '#src/accounts/session/session.ts'
import type { HiddenRow } from '#src/cache/hidden-row.ts'
import { QueryState, useIsOffline } from '#src/cache/QueryState.tsx'
import { useDraft } from '#src/cache/useDraft.ts'
import { useLive } from '#src/cache/useLive.ts'
import { usePages } from '#src/cache/usePages.ts'
import { Button, ButtonLink } from '#src/ui/Button.tsx'
import { listRole } from '#src/ui/list-role.ts'
import { Heading, Text } from '#src/ui/Text.tsx'
import type { Mentionable } from '../mentions/typed-mention.ts'
import type { ShownReply } from './overlay.ts'
import { olderRepliesQuery, repliesQuery } from './queries.ts'
import * as css from './Replies.css.ts'
import { ReplyComposer } from './ReplyComposer.tsx'
import { ReplyRow } from './ReplyRow.tsx'
import { useReplyActions } from './useReplyActions.ts'

/** How often replies are refetched while the screen is visible, in ms. */
const POLL_EVERY_MS = 60_000
const LENGTHS = { head: REPLIES_LIMIT, older: REPLIES_LIMIT }

interface RepliesProps {
  id: number
  author?: Mentionable | undefined
  /** The broadcast had no replies when it was fetched: shown until its replies are. */
  isEmpty?: boolean
}

export function Replies({ id, author, isEmpty = false }: RepliesProps) {
  const { member } = useSession()
  const live = useLive(repliesQuery(member, id), { everyMs: POLL_EVERY_MS })
  const isOffline = useIsOffline(live)
  // A read that the server has failed shows its failure.
  const isKnownEmpty = isEmpty && (live.error === null || isOffline)
  if (live.value === null) return null
  return (
    <section className={css.section} aria-label="Replies">
      <QueryState
        live={isKnownEmpty ? { ...live, value: live.value ?? [] } : live}
        loading={<div className={css.title}>Loading replies...</div>}
        failed="Failed to load replies"
      >
        {(newest) => <Shown id={id} author={author} newest={newest ?? []} />}
      </QueryState>
    </section>
  )
}

interface ShownProps extends Pick<RepliesProps, 'id' | 'author'> {
  newest: readonly (ShownReply | HiddenRow)[]
}

function Shown({ id, author, newest }: ShownProps) {
  const { member } = useSession()
  const pages = usePages(newest, (before) => olderRepliesQuery(member, id, before), {
    lengths: LENGTHS,
    isRestored: false,
  })
  const draft = useDraft(`reply:${id}`)
  const input = useRef<HTMLTextAreaElement>(null)
  const actions = useReplyActions(member ?? '', id)
  const replying = pages.items.map(({ user: name, pfpsm: picture }) => ({ name, picture }))
  const near = author ? [...replying, author] : replying
  const list = useRef<HTMLOListElement>(null)
  const send = async (text: string) => {
    const isStored = await actions.send(text)
    if (isStored) requestAnimationFrame(() => list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' }))
    return isStored
  }
  const replyTo = (name: string) => {
    const text = draft.text.trimEnd()
    draft.setText(text === '' ? `@${name} ` : `${text} @${name} `)
    input.current?.focus()
  }
  return (
    <>
      <div className={css.title}>
        <Heading level={2}>Replies</Heading>
        {pages.items.length === 0 && <Text tone="quiet">No replies yet.</Text>}
      </div>
      {pages.hasMore && <Earlier pages={pages} />}
      <ol {...listRole} className={css.list} ref={list}>
        {pages.items.toReversed().map((reply) => (
          <li key={reply.client_id ?? reply.id} className={css.row}>
            <ReplyRow reply={reply} member={member} actions={actions} near={near} onReply={replyTo} />
          </li>
        ))}
      </ol>
      {member === null ? (
        <div className={css.centre}>
          <ButtonLink variant="quiet" to="/login" search={{ next: `/broadcast/${id}` }}>
            Log in to reply
          </ButtonLink>
        </div>
      ) : (
        <ReplyComposer draft={draft} input={input} near={near} onSend={send} />
      )}
    </>
  )
}

/** The button for earlier replies, or the reason why they are missing. */
function Earlier({
  pages,
}: {
  pages: Pick<ReturnType<typeof usePages>, 'error' | 'isLoadingMore' | 'loadMore' | 'retry'>
}) {
  const { error, isLoadingMore, loadMore, retry } = pages
  return (
    <div className={css.centre}>
      <Button size="s" variant="text" busy={isLoadingMore} onClick={error === null ? loadMore : retry}>
        {error === null ? 'Show earlier replies' : 'Earlier replies could not be loaded. Try Again'}
      </Button>
    </div>
  )
}
