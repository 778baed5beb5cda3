import { useState } from 'react'
import type { Query } from '#contract/endpoint.ts'
import {
  CONTACT_MAX,
  editInstance,
  getInstance,
  getInstanceSettings,
  INSTANCE_NAME_MAX,
  INSTANCE_TEXT_MAX,
  type Instance,
} from '#contract/instance/instance.ts'
import { call } from '#src/api/call.ts'
import { useChange } from '#src/cache/useChange.ts'
import { useLive } from '#src/cache/useLive.ts'
import { instanceQuery } from '#src/instance/queries.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { Button } from '#src/ui/Button.tsx'
import { Form } from '#src/ui/Form.tsx'
import { Panes } from '#src/ui/Panes.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { AdminQuery } from './AdminQuery.tsx'
import { instanceSettingsQuery } from './queries.ts'

export function InstanceForm() {
  const instance = useLive(instanceQuery)
  const settings = useLive(instanceSettingsQuery)
  return (
    <AdminQuery live={settings} failed={getInstanceSettings.failure}>
      {({ strangers_per_day }) => (
        <AdminQuery live={instance} failed={getInstance.failure}>
          {(value) => <Settings instance={value} strangersPerDay={strangers_per_day} />}
        </AdminQuery>
      )}
    </AdminQuery>
  )
}

const signUpOptions = [
  { value: 'open', label: 'Open to everyone' },
  { value: 'invited', label: 'By invitation only' },
  { value: 'closed', label: 'Closed' },
] as const

const texts = [
  ['about', 'About', 'For visitors: what this server is for.'],
  ['rules', 'Rules', 'One rule per line.'],
  ['privacy', 'Privacy', 'Shown above the list of stored data: who runs the server, where, backups.'],
] as const

type Typed = Instance & { strangers_per_day: string }

const sentAsTyped = ['name', 'about', 'rules', 'privacy', 'contact', 'sign_up'] as const

/** Sends each changed setting by its own request: several long texts do not fit into one. */
async function sendChanges(instance: Instance, strangersPerDay: number, typed: Typed): Promise<void> {
  const send = (setting: Query<typeof editInstance>) => call(editInstance, { ...setting, client_id: uuid() })
  for (const name of sentAsTyped) if (typed[name] !== instance[name]) await send({ [name]: typed[name] })
  if (typed.members_invite !== instance.members_invite) {
    await send({ members_invite: typed.members_invite ? 'true' : 'false' })
  }
  const strangers = typed.strangers_per_day.trim()
  if (strangers !== String(strangersPerDay)) await send({ strangers_per_day: strangers })
}

function Settings({ instance, strangersPerDay }: { instance: Instance; strangersPerDay: number }) {
  // The edits only: another admin may have changed the other settings meanwhile.
  const [edits, setEdits] = useState<Partial<Typed>>({})
  const typed: Typed = { ...instance, strangers_per_day: String(strangersPerDay), ...edits }
  const edit = (setting: Partial<Typed>) => setEdits({ ...edits, ...setting })
  const { failure, isBusy, change } = useChange(editInstance.failure)
  const submit = async () => {
    const isSaved = await change(() => sendChanges(instance, strangersPerDay, typed), 'The settings are saved.')
    if (isSaved) setEdits((current) => (current === edits ? {} : current))
  }
  return (
    <Form onSubmit={submit} failure={failure} gap="l">
      <Panes
        gap="l"
        lead={
          <>
            <TextField
              label="Name"
              maxLength={INSTANCE_NAME_MAX}
              value={typed.name}
              onChange={(name) => edit({ name })}
            />
            {texts.map(([field, label, hint]) => (
              <TextArea
                key={field}
                label={label}
                rows={5}
                hint={hint}
                maxLength={INSTANCE_TEXT_MAX}
                value={typed[field]}
                onChange={(text) => edit({ [field]: text })}
              />
            ))}
          </>
        }
        side={
          <>
            <TextField
              label="Contact"
              hint="An e-mail address, or a web address with https."
              maxLength={CONTACT_MAX}
              value={typed.contact}
              onChange={(contact) => edit({ contact })}
            />
            <SelectField
              label="Sign-up"
              value={typed.sign_up}
              onChange={(sign_up) => edit({ sign_up })}
              options={signUpOptions}
            />
            <Switch
              label="Members may invite"
              hint="Otherwise only admins make invitations."
              isOn={typed.members_invite}
              onChange={(members_invite) => edit({ members_invite })}
            />
            <TextField
              label="Messages to strangers, a day"
              hint="Per member: messages, swaps and mentions for members who don't follow them. 0 turns them off."
              inputMode="numeric"
              value={typed.strangers_per_day}
              onChange={(strangers_per_day) => edit({ strangers_per_day })}
            />
            <Button type="submit" block busy={isBusy}>
              Save
            </Button>
          </>
        }
      />
    </Form>
  )
}
