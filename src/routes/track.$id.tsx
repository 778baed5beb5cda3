import { createFileRoute } from '@tanstack/react-router'
import { Track } from './-screens/Track.tsx'

export const Route = createFileRoute('/track/$id')({ staticData: { title: 'Track' }, component: Track })
