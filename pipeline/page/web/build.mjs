// Builds ../bundle from the sources here: one classic script, one stylesheet, and the licences of what is bundled.
// `node build.mjs` writes them; `node build.mjs --check` fails if they are not what the sources give.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = join(here, '..', 'bundle');

/** Every file that shapes the bundle, by its path from here, in order. tests/pipeline/page computes the same hash. */
async function sources() {
  const found = await readdir(join(here, 'src'), { recursive: true, withFileTypes: true });
  const inside = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(here.length + 1).replaceAll('\\', '/'));
  return ['build.mjs', 'package.json', 'package-lock.json', 'style.css', ...inside].sort();
}

/** SHA-256 of lines "<SHA-256 of the file>  <path>\n", as `sha256sum` prints them. */
async function fingerprint() {
  const whole = createHash('sha256');
  for (const path of await sources()) {
    const digest = createHash('sha256').update(await readFile(join(here, path))).digest('hex');
    whole.update(`${digest}  ${path}\n`);
  }
  return whole.digest('hex');
}

/** The licence of every package that has code in the bundle. */
async function licences(inputs) {
  const names = new Set(inputs.map((path) => /node_modules\/([^/]+)\//.exec(path)?.[1]).filter(Boolean));
  const parts = ['The page’s script contains code of these packages.\n'];
  for (const name of [...names].sort()) {
    const folder = join(here, 'node_modules', name);
    const { version, homepage } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    const text = (await readFile(join(folder, 'LICENSE'), 'utf8')).trim();
    parts.push(`${name} ${version}\n${homepage}\n\n${text}\n`);
  }
  parts.push(
    'The outlines of the page’s formulas are of the font New Computer Modern Math, set with Typst.\n' +
      'Its licence, the GUST Font License, does not extend to documents set in it.\n',
  );
  return parts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function made() {
  const hash = await fingerprint();
  const banner = `/* Built by pipeline/page/web/build.mjs; do not edit. sources: sha256 ${hash} */`;
  const result = await build({
    absWorkingDir: here,
    entryPoints: { page: 'src/main.js' },
    outdir: bundle,
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome111', 'firefox115', 'safari16.4'],
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: banner },
    metafile: true,
    write: false,
  });
  const style = await build({
    absWorkingDir: here,
    entryPoints: { page: 'style.css' },
    bundle: true,
    outdir: bundle,
    minify: true,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    charset: 'utf8',
    banner: { css: banner },
    write: false,
  });
  return {
    'page.js': result.outputFiles[0].text,
    'page.css': style.outputFiles[0].text,
    'LICENSES.txt': await licences(Object.keys(result.metafile.inputs)),
  };
}

const files = await made();
if (process.argv.includes('--check')) {
  for (const [name, text] of Object.entries(files)) {
    if ((await readFile(join(bundle, name), 'utf8').catch(() => '')) !== text) {
      console.error(`pipeline/page/bundle/${name} is not what the sources give: run "npm run build" in pipeline/page/web.`);
      process.exitCode = 1;
    }
  }
} else {
  await mkdir(bundle, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(bundle, name), text);
    console.log(`${name}: ${(Buffer.byteLength(text) / 1000).toFixed(1)} kB`);
  }
}
