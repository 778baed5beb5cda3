import { useQueryClient } from '@tanstack/react-query'
import { editPrivacy } from '#contract/accounts/privacy.ts'
import { call } from '#src/api/call.ts'
import { changeResponse, liveOptions } from '#src/cache/live.ts'
import { useChange } from '#src/cache/useChange.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Alert } from '#src/ui/Alert.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { Note } from '#src/ui/Text.tsx'
import { privacyQuery } from './queries.ts'

interface Privacy {
  hides_listening: boolean
  is_private: boolean
  shares_loved_tracks: boolean
  hides_from_search?: 0 | 1 | undefined
}

/** Sent at once, not queued: a member that hides data wants it hidden now. */
export function PrivacySwitches({ member, privacy }: { member: string; privacy: Privacy }) {
  return (
    <Section title="What others see">
      <One
        {...{ member, privacy }}
        name="hides_listening"
        label="Hide my listening"
        hint="Only you see your charts, exploration and taste, and you are on no leaderboard. Others still see what you broadcast and swap."
      />
      <One
        {...{ member, privacy }}
        name="is_private"
        label="Private profile"
        hint="Only people you follow see your profile, broadcasts and listening. Everyone else sees your name and picture only. You are not in search, on leaderboards or in random matches."
      />
      <One
        {...{ member, privacy }}
        name="shares_loved_tracks"
        label="Share the tracks I love"
        hint="They are shown on your profile to those who can see your listening. Otherwise only you see them."
      />
      {privacy.hides_from_search !== undefined && (
        <One
          {...{ member, privacy }}
          name="hides_from_search"
          label="Hide my profile and posts from search engines"
          hint="Search engines are asked to leave your pages out of their results. Links that are shared still show a preview."
        />
      )}
      <Note>People can still message, follow and swap with you. You still see everything of yours.</Note>
    </Section>
  )
}

interface OneProps {
  member: string
  privacy: Privacy
  name: keyof Privacy
  label: string
  hint: string
}

function One({ member, privacy, name, label, hint }: OneProps) {
  const client = useQueryClient()
  const { failure, isBusy, change } = useChange(editPrivacy.failure)
  const isOn = Boolean(privacy[name])
  const set = (wanted: boolean) =>
    change(async () => {
      await call(editPrivacy, { user: member, [name]: wanted ? 'true' : 'false', client_id: uuid() })
      // The change has taken effect: a refetch could fail offline.
      client.setQueryData(liveOptions(privacyQuery(member)).queryKey, (stored) =>
        stored?.response
          ? changeResponse(stored, {
              ...stored.response,
              [name]: name === 'hides_from_search' ? Number(wanted) : wanted,
            })
          : stored,
      )
    })
  return (
    <Card>
      <Stack gap="m">
        <Switch {...{ label, hint }} isOn={isBusy ? !isOn : isOn} busy={isBusy} onChange={(to) => void set(to)} />
        {failure && <Alert>{failure}</Alert>}
      </Stack>
    </Card>
  )
}
