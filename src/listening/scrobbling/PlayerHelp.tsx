import { apiHost } from '#src/api/url.ts'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note } from '#src/ui/Text.tsx'
import { CopyLine } from './CopyLine.tsx'
import * as css from './Players.css.ts'
import { playerSettings } from './player-settings.ts'

/** The settings to type into each player. `token` is known only right after its creation. */
export function PlayerHelp({ member, token }: { member: string; token: string | undefined }) {
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
