import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The entries of the client, by the name of their page; the server finds them in the manifest. */
const pages = ['home', 'claim', 'name', 'my-names', 'problem']
const entries = pages.map((page) => [page, `src/public/${page}/entry.tsx`] as const)

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  base: '/_/',
  define: { 'process.env.NODE_ENV': '"production"' },
  // One file that needs no packages at run time.
  ssr: { noExternal: true },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    modulePreload: { polyfill: false },
    // The content security policy allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    manifest: isSsrBuild ? false : 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? {}
      : { input: { ...Object.fromEntries(entries), styles: 'src/styles.css' } },
  },
}))
