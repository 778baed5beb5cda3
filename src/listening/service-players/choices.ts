import { type PlayableTrack, type PlayerService, playerServices } from '#contract/listening/service-players.ts'
import { parseTrackLink } from '#contract/listening/track-services.ts'
import { SERVICE_PLAYERS_KEY } from '#contract/storage-names.ts'
import { createDeviceSetting } from '#src/ui/device-setting.ts'

/** Whether a service's player loads in the page: never, after a question, or at a press. */
export const playerChoices = ['off', 'ask', 'on'] as const
type PlayerChoice = (typeof playerChoices)[number]

const stored = createDeviceSetting(SERVICE_PLAYERS_KEY)

const readChoice = (text: string | null, service: PlayerService): PlayerChoice =>
  playerChoices.find((choice) => text?.split(' ').includes(`${service}=${choice}`)) ?? 'off'

export function usePlayerChoice(): (service: PlayerService) => PlayerChoice {
  const text = stored.use()
  return (service) => readChoice(text, service)
}

export function setPlayerChoice(changed: PlayerService, choice: PlayerChoice): void {
  const all = playerServices.flatMap((service) => {
    const next = service === changed ? choice : readChoice(stored.read(), service)
    return next === 'off' ? [] : [`${service}=${next}`]
  })
  stored.set(all.length === 0 ? null : all.join(' '))
}

export function findPlayable(
  links: string | undefined,
  isWanted: (service: PlayerService) => boolean,
): PlayableTrack | undefined {
  for (const text of (links ?? '').split(' ')) {
    const link = parseTrackLink(text)
    const service = playerServices.find((each) => each === link?.service)
    if (link && service && isWanted(service)) return { service, id: link.id }
  }
  return undefined
}
