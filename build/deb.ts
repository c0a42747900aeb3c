/** `npm run build:deb [-- BINARY]`: a Debian package of the single executable, with what `--help` says as man page and completions. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const [binary = 'dist-binary/conformance'] = process.argv.slice(2);
const { version, description, homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;

interface Entry {
  readonly name: string;
  readonly says: string;
}
interface Command extends Entry {
  readonly synopsis: string;
  readonly options: readonly Entry[];
  /** What its first argument may be. */
  readonly words: readonly string[];
}

const help = (...args: readonly string[]): string =>
  execFileSync(process.execPath, ['bin/conformance.js', ...args, '--help'], { encoding: 'utf8' }).replaceAll(
    /\n {12,}(?=\S)/g,
    ' ',
  );

const rowsOf = (text: string, pattern: RegExp): readonly Entry[] =>
  [...text.matchAll(pattern)].map(([, name = '', says = '']) => ({ name, says: says.replace(/ *\[(?!\w+\.).*$/, '') }));

const commandsIn = (text: string, above = ''): readonly Entry[] =>
  rowsOf(text, new RegExp(`^ {2}conformance ${above}(\\S+).*? {2,}(\\S.*)$`, 'gm'));

const commands = commandsIn(help()).map(({ name, says }): Command => {
  const text = help(name);
  const choices = /^Positionals:\n {2}\w+ .*\[choices: ([^\]]*)\]/m.exec(text)?.[1] ?? '';
  const below = commandsIn(text, `${name} `);
  return {
    name,
    says,
    synopsis: text.slice(0, text.indexOf('\n')),
    options: rowsOf(text, /^ +(?:-\w, +)?--([\w-]+) {2,}(.*)$/gm),
    words: [...below.map((one) => one.name), ...choices.split(', ').map((one) => one.replaceAll('"', ''))].filter(
      Boolean,
    ),
  };
});

const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1');
const manual = [
  `.TH CONFORMANCE 1 "" "conformance ${version}" "User Commands"`,
  `.SH NAME\nconformance \\- certify web shops and tills against a checkout\\-by\\-scanning service`,
  '.SH SYNOPSIS\n.B conformance\n.I command\n.RI [ options ]',
  `.SH DESCRIPTION\n${roff(description ?? '')}.`,
  '.SH COMMANDS',
  ...commands.flatMap(({ synopsis, says, options }) => [
    `.SS ${roff(synopsis)}\n${roff(says)}.`,
    ...options.map((option) => `.TP\n.B \\-\\-${roff(option.name)}\n${roff(option.says)}`),
  ]),
  '.SH EXIT STATUS',
  ...[...readFileSync('README.md', 'utf8').matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(
    ([, code, meaning]) => `.TP\n.B ${code}\n${roff(meaning ?? '')}`,
  ),
  '',
].join('\n');

const flags = ({ options }: Command): string => options.map(({ name }) => `--${name}`).join(' ');
const bash = `_conformance() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" = 1 ]; then words="${commands.map(({ name }) => name).join(' ')} --help --version"
  else case "\${COMP_WORDS[1]}" in
${commands.map((one) => `    ${one.name}) words="${[...one.words, flags(one)].join(' ')}" ;;`).join('\n')}
  esac; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _conformance conformance
`;
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const zshRow = ({ name, says }: Entry): string => quoted(`${name.replaceAll(':', '\\:')}:${says}`);
const zsh = `#compdef conformance
local -a entries
if (( CURRENT == 2 )); then
  entries=(${commands.map(zshRow).join(' ')})
  _describe conformance entries
  return
else
  case $words[2] in
${commands
  .map(
    ({ name, words, options }) =>
      `    ${name}) entries=(${[...words.map(quoted), ...options.map((one) => zshRow({ ...one, name: `--${one.name}` }))].join(' ')}) ;;`,
  )
  .join('\n')}
  esac
fi
_describe conformance entries
_files
`;
// fish's own test looks for the word anywhere: `run platform` is no `platform`.
const fish = [
  `function __conformance_is
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end`,
  ...commands.flatMap(({ name, says, words, options }) => {
    const inside = `complete -c conformance -n '__conformance_is ${name}'`;
    return [
      `complete -c conformance -n __fish_is_first_token -f -a ${name} -d ${quoted(says)}`,
      ...(words.length === 0 ? [] : [`${inside} -a '${words.join(' ')}'`]),
      ...options.map((option) => `${inside} -l ${option.name} -d ${quoted(option.says)}`),
    ];
  }),
].join('\n');

const root = resolve(dirname(binary), 'deb');
rmSync(root, { recursive: true, force: true });
const write = (path: string, content: string | Buffer): void => {
  const file = resolve(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o644);
};
const packed = (text: string): Buffer => gzipSync(text, { level: 9 });
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch;
// The variables of Debian's own tools.
const {
  DEBFULLNAME: by = 'conformance',
  DEBEMAIL: mail = 'conformance@localhost',
  SOURCE_DATE_EPOCH: epoch,
} = process.env;
const date = epoch === undefined ? statSync(binary).mtime : new Date(Number(epoch) * 1000);
const changes = `conformance (${version}) stable; urgency=medium

  * What changed is in CHANGELOG.md: ${homepage}

 -- ${by} <${mail}>  ${date.toUTCString().replace('GMT', '+0000')}
`;
// Node is built so, and the licences of what is in the file belong to it.
const known = [
  'hardening-no-pie',
  'copyright-file-contains-full-apache-2-license',
  'copyright-not-using-common-license-for-apache2',
];

write('usr/share/man/man1/conformance.1.gz', packed(manual));
write('usr/share/bash-completion/completions/conformance', bash);
write('usr/share/zsh/vendor-completions/_conformance', zsh);
write('usr/share/fish/vendor_completions.d/conformance.fish', `${fish}\n`);
write('usr/share/doc/conformance/changelog.gz', packed(changes));
write('usr/share/doc/conformance/copyright', readFileSync(`${binary}.notices.txt`));
write('usr/share/lintian/overrides/conformance', known.map((tag) => `conformance: ${tag}*\n`).join(''));
mkdirSync(resolve(root, 'usr/bin'), { recursive: true });
copyFileSync(binary, resolve(root, 'usr/bin/conformance'));
chmodSync(resolve(root, 'usr/bin/conformance'), 0o755);
write(
  'DEBIAN/control',
  `Package: conformance
Version: ${version}
Architecture: ${architecture}
Maintainer: ${by} <${mail}>
Installed-Size: ${Math.round(statSync(binary).size / 1024)}
Depends: libc6 (>= 2.28), libstdc++6
Section: devel
Priority: optional
Homepage: ${homepage}
Description: certify web shops and tills for checkout by scanning
 ${(description ?? '').replaceAll(/(.{1,72})(?: |$)/g, '$1\n ').trim()}
`,
);
const file = resolve(dirname(binary), `conformance_${version}_${architecture}.deb`);
execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, file], { stdio: 'ignore' });
rmSync(root, { recursive: true });
process.stdout.write(`${file}: ${Math.round(statSync(file).size / 1024 / 1024)} MiB\n`);
