import { useState } from 'react'
import type { Import } from '#contract/listening/imports.ts'
import { revokeScrobbleToken, type ScrobbleToken } from '#contract/listening/scrobbling.ts'
import { call } from '#src/api/call.ts'
import { apiHost } from '#src/api/url.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Card } from '#src/ui/Card.tsx'
import { LastTime } from '#src/ui/LastTime.tsx'
import { List } from '#src/ui/List.tsx'
import { Names } from '#src/ui/Names.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { ConfirmSend } from '../ConfirmSend.tsx'
import { SkippedText } from '../imports/SkippedText.tsx'
import { CopyLine } from './CopyLine.tsx'
import { NewPlayer } from './NewPlayer.tsx'
import * as css from './Players.css.ts'
import { playerSettings } from './player-settings.ts'
import { scrobbleTokensQuery } from './queries.ts'

export function Players({ member }: { member: string }) {
  const live = useLive(scrobbleTokensQuery(member))
  const [token, setToken] = useState<string>()
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={1} />}
      failed="Failed to load your players"
      lacking={<Text tone="quiet">This server does not accept scrobbles from players.</Text>}
    >
      {(found) => (
        <Stack gap="xxl">
          <NewPlayer {...{ member, token }} onCreated={setToken} />
          <PlayerHelp {...{ member, token }} />
          <PlayerList member={member} tokens={found.tokens} />
          <SetAside skipped={found.set_aside ?? []} />
        </Stack>
      )}
    </QueryState>
  )
}

const SetAside = ({ skipped }: { skipped: Import['skipped'] }) =>
  skipped.length > 0 && (
    <Section title="Scrobbles that were not added">
      <Card>
        <SkippedText skipped={skipped} />
      </Card>
    </Section>
  )

function PlayerList({ member, tokens }: { member: string; tokens: readonly ScrobbleToken[] }) {
  return (
    <Section title="Your players">
      <List of={tokens} toKey={({ id }) => id} empty="None yet.">
        {(token) => (
          <Card>
            <Row gap="m" justify="between">
              <Names
                name={token.name}
                note={<LastTime text="Last used" at={token.last_used_at} never="Never used" />}
              />
              <RevokeButton member={member} token={token} />
            </Row>
          </Card>
        )}
      </List>
    </Section>
  )
}

const RevokeButton = ({ member, token: { id, name } }: { member: string; token: ScrobbleToken }) => (
  <ConfirmSend
    size="s"
    label="Revoke"
    aria-label={`Revoke ${name}`}
    title={`Revoke ${name}?`}
    cancel="Keep It"
    send={() => call(revokeScrobbleToken, { user: member, id, client_id: uuid() })}
    done="Token revoked"
  >
    The player cannot scrobble any more. What it has sent stays.
  </ConfirmSend>
)

/** The settings to type into each player. `token` is known only right after its creation. */
function PlayerHelp({ member, token }: { member: string; token: string | undefined }) {
  const server = apiHost === '' ? location.origin : apiHost
  const kinds = playerSettings({ server, member, token: token ?? 'the token of this player' })
  return (
    <Section title="What to type into your player" gap="s">
      {kinds.map(({ title, players, settings, note }) => (
        <details key={title}>
          <summary className={css.summary}>{title}</summary>
          <Stack gap="m">
            <Note>For {players}.</Note>
            <dl className={css.settings}>
              {settings.map((setting) => (
                <CopyLine key={setting.label} {...setting} />
              ))}
            </dl>
            {note !== undefined && <Note>{note}</Note>}
          </Stack>
        </details>
      ))}
    </Section>
  )
}
