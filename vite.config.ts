import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import about from './package.json' with { type: 'json' };

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Only in the build: the development server writes its styles into the page. */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: policy },
        injectTo: 'head-prepend',
      },
    ],
  };
}

const firstFaces = /(?:inter|jetbrains-mono)-latin-wght-normal-[^/]*\.woff2$/;

/** The faces of the first screen are asked for before the styles that name them have been read. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFaces.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `./${file}`,
              crossorigin: true,
            },
            injectTo: 'head',
          })),
    },
  };
}

export default defineConfig({
  base: './',
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(about.version) },
  plugins: [react(), contentSecurityPolicy(), preloadFonts()],
  worker: { format: 'es' },
  build: {
    sourcemap: true,
    // `npm test` holds the first load to its budget, in bytes as they travel.
    chunkSizeWarningLimit: 1000,
    // An inlined font or image would be a data: address, which the policy forbids for most kinds.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
