import type { ComponentProps } from 'react'
import { LogInPrompt } from '#src/accounts/session/LogInPrompt.tsx'
import { Pitch } from '#src/broadcasts/Welcome.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Panes } from '#src/ui/Panes.tsx'

const popularMusic = async () => (await import('#src/listening/music/PopularMusic.tsx')).PopularMusic
// What Flipside is, on a server where nothing has been played.
const props = { empty: <Pitch /> }

/** In place of a member's screen: a prompt to log in, and what members play. */
export const ForVisitors = (prompt: ComponentProps<typeof LogInPrompt>) => (
  <Panes lead={<LogInPrompt {...prompt} />} side={<LazyComponent load={popularMusic} props={props} />} />
)
