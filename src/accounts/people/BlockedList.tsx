import { Link } from '@tanstack/react-router'
import type { Blocked } from '#contract/accounts/blocks.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { List } from '#src/ui/List.tsx'
import { RowButton } from '#src/ui/RowButton.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { useFocusRestore } from '#src/ui/useFocusRestore.ts'
import { blocksQuery } from '../blocks/queries.ts'
import { useBlockActions } from '../blocks/useBlockActions.ts'
import { words } from './PersonRow.css.ts'

/** Shows a notice if the host lacks this. */
export function BlockedList({ member }: { member: string }) {
  return (
    <Section title="Blocked and muted">
      <QueryState
        live={useLive(blocksQuery(member))}
        loading={<Skeleton shape="row" count={2} />}
        failed="Failed to load blocked members"
        lacking={<Text tone="quiet">This server cannot block or mute members.</Text>}
      >
        {(blocks) => (
          <List of={blocks} toKey={({ username }) => username} empty="You haven't blocked or muted anyone.">
            {(block) => <Person person={block} />}
          </List>
        )}
      </QueryState>
    </Section>
  )
}

function Person({ person: { username, blocked, muted, pfpsm } }: { person: Blocked }) {
  const { unblockOrUnmute } = useBlockActions(username)
  useFocusRestore()
  return (
    <Row wrap>
      <Avatar name={username} picture={pfpsm} />
      <div className={words}>
        <Text strong oneLine>
          {blocked ? (
            username
          ) : (
            <Link to="/profile/$username" params={{ username }}>
              {username}
            </Link>
          )}
        </Text>
        <Note>{[blocked && 'Blocked', muted && 'Muted'].filter(Boolean).join(', ')}</Note>
      </div>
      {blocked && (
        <RowButton aria-label={`Unblock ${username}`} onClick={() => void unblockOrUnmute('block')}>
          Unblock
        </RowButton>
      )}
      {muted && (
        <RowButton aria-label={`Unmute ${username}`} onClick={() => void unblockOrUnmute('mute')}>
          Unmute
        </RowButton>
      )}
    </Row>
  )
}
