import { env } from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page and the sandbox share an origin, because a service accepts claims of its own pages and of allowed origins only. */
const service = { target: env['BYNAME_URL'] ?? 'http://localhost:3000', changeOrigin: false }
const proxy = { '/ens': service, '/byname': service }

export default defineConfig({ plugins: [react()], server: { proxy }, preview: { proxy } })
