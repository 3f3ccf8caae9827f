import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { messagesPlugin } from './scripts/messages-plugin.ts'

/** The entries of the client, by the name of their page; the server finds them in the manifest. */
const pages = ['home', 'claim', 'name', 'my-names', 'directory', 'problem']
const entries = pages.map((page) => [page, `src/public/${page}/entry.tsx`] as const)

/** A file for each language and part; the server tells the document its own. */
function messagesOf(parts: readonly string[]) {
  return Object.fromEntries(
    readdirSync(new URL('messages', import.meta.url)).flatMap((file) =>
      parts.map((part) => [`${file.replace('.json', '')}-${part}`, `messages/${file}?${part}`] as const),
    ),
  )
}

/** Few files: over HTTP/1.1, browsers request six at a time. */
const sharedChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'ask', test: /src\/(api\/(api-error|reach|read-data)|public\/claim\/ask-availability)/ },
  {
    name: 'shared',
    test: /lucide-react\/dist\/esm\/icons\/(x|check|mail)\.|src\/(ui\/(?!Icon|PageIcon|ChainLogo|logos|PageFrame|Dialog|KeysDialog|CopyButton|Cropper|FileInput|QrCode|SegmentedControl|ServiceFoot|ThemeSwitch)|form\/(?!inputs|choices|RecipientInput|DraftNotes|use-draft|Form\.)|public\/[a-z-]+\.tsx?|public\/claim\/claim-status|wallet\/(wallet-error|LazyWalletDialog|connect\.|remembered-wallet))/,
  },
]

/** A build of its own for the console: in one with it, public pages would load what only it shares with them. */
const publicBuild = {
  input: {
    ...Object.fromEntries(entries),
    ...messagesOf([...pages, 'late']),
    early: 'src/public/early/inline.ts',
    'claim-early': 'src/public/claim/early.ts',
    styles: 'src/styles.css',
  },
  // Those of the messages are imported by their URL.
  preserveEntrySignatures: 'exports-only',
  output: { codeSplitting: { groups: sharedChunks } },
}

/** All components on one page, for tests: under the same names in each build, and in no build that is served. */
const galleryBuild = {
  input: { gallery: 'src/gallery/entry.tsx' },
  output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
}

/** Of the guide, whose documents `scripts/guide` writes. */
const guideBuild = {
  input: { guide: 'src/guide/entry.ts', theme: 'src/guide/theme.ts', styles: 'src/guide/styles.css' },
}

/** Libraries of wallets, which are loaded when one is chosen, have large files, and parts that are for Node only. */
const walletLibraries = { maxKilobytes: 650, unusedModule: 'node:worker_threads' }

/** The elements for other sites: what they import is at the origin of their script, wherever their page is. */
const embedBuild = {
  input: { embed: 'src/embed/entry.ts', ...messagesOf(['embed']) },
  preserveEntrySignatures: 'exports-only',
  // One file of what the first one shares with later ones: each further one costs some hundred bytes.
  output: {
    codeSplitting: {
      groups: [
        {
          name: 'base',
          minShareCount: 2,
          test: /preload-helper|preact|src\/(embed|text|ui|form|wallet|api\/(?!client|retry))/,
        },
      ],
    },
  },
}

/** A tenth of React. Of this workspace: libraries bring other versions. */
const preact = Object.entries({
  'react(-dom/client)?': fileURLToPath(new URL('src/embed/preact.ts', import.meta.url)),
  'react/jsx-runtime': fileURLToPath(import.meta.resolve('preact/jsx-runtime')),
}).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement }))

const builds: Readonly<Record<string, object>> = {
  console: { input: { console: 'src/console/entry.tsx', 'console-styles': 'src/console/styles.css' } },
  embed: embedBuild,
  gallery: galleryBuild,
  guide: guideBuild,
}

const manifests: Readonly<Record<string, string>> = {
  console: 'console-manifest.json',
  embed: 'embed-manifest.json',
}

export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [messagesPlugin(), react(), tailwindcss()],
  resolve: {
    alias: mode === 'embed' ? preact : [],
    // The SDK from its sources.
    conditions: ['byname-source', ...defaultClientConditions],
  },
  // The content security policy allows modules of this service only.
  worker: { format: 'es' },
  base: '/_/',
  define: { 'process.env.NODE_ENV': '"production"' },
  // One file that needs no packages at run time.
  ssr: { noExternal: true },
  build: {
    target: 'es2022',
    // The theme of the elements is that of what is around them, which only the browser's own `light-dark()` knows.
    ...(mode === 'embed' && { cssTarget: ['chrome123', 'firefox120', 'safari17.5'] }),
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: false,
    // A preload of the elements would look for files at the page's origin.
    modulePreload: mode === 'embed' ? false : { polyfill: false },
    // The content security policy allows no `data:` scripts or styles.
    assetsInlineLimit: 0,
    manifest: isSsrBuild || mode === 'guide' ? false : (manifests[mode] ?? 'manifest.json'),
    reportCompressedSize: false,
    chunkSizeWarningLimit: walletLibraries.maxKilobytes,
    cssCodeSplit: mode !== 'gallery',
    rolldownOptions: {
      ...(isSsrBuild ? {} : (builds[mode] ?? publicBuild)),
      onLog: (level, log, report) => {
        if (!log.message.includes(`"${walletLibraries.unusedModule}"`)) report(level, log)
      },
    },
  },
}))
