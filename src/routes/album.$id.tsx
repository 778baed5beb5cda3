import { createFileRoute } from '@tanstack/react-router'
import { Album } from './-screens/Album.tsx'

export const Route = createFileRoute('/album/$id')({ staticData: { title: 'Album' }, component: Album })
