import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

const rootRoute = createRootRoute()
const index = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => <h1>Hello from React</h1> })
const router = createRouter({ routeTree: rootRoute.addChildren([index]) })

const root = document.getElementById('root')
if (root) createRoot(root).render(<RouterProvider router={router} />)
