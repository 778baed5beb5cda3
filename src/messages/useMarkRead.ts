import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import type { DirectMessage } from '#contract/messages/messages.ts'
import { blocksQuery } from '#src/accounts/blocks/queries.ts'
import { useDispatch } from '#src/cache/useDispatch.ts'
import { useLive } from '#src/cache/useLive.ts'
import { useIsVisible } from '#src/ui/useIsVisible.ts'
import { markRead } from './actions.ts'
import { needsMark } from './needs-mark.ts'
import { conversationsQuery } from './queries.ts'

export function useMarkRead(
  member: string,
  conversant: string,
  shown: { messages: readonly DirectMessage[]; isLatestInSight: boolean },
) {
  const isVisible = useIsVisible()
  const { dispatch } = useDispatch()
  const { value, isFetching } = useLive(conversationsQuery(member))
  const markedUpTo = useRef(0)
  const conversation = value?.find((row) => isSameName(row.conversant, conversant))
  const isKnown = value !== undefined || !isFetching
  // The number of unread messages by a muted member is always 0. The list is read once.
  const ownBlocks = blocksQuery(member)
  const isListed = useQueryClient().getQueryData(ownBlocks.queryKey) !== undefined
  const blocks = useLive(ownBlocks, { enabled: conversation?.unread === 0 && !isListed }).value ?? []
  const isMuted = blocks.some(({ username, muted }) => muted && isSameName(username, conversant))
  const upTo = needsMark(shown.messages, isMuted ? undefined : conversation)
  const due = isVisible && shown.isLatestInSight && isKnown ? upTo : undefined
  const mark = useEffectEvent(async (id: number) => {
    if (id <= markedUpTo.current) return
    markedUpTo.current = id
    await dispatch(markRead, { user: member, sender: conversant, upTo: id })
  })
  useEffect(() => {
    if (due !== undefined) void mark(due)
  }, [due])
}
