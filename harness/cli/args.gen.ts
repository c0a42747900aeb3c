// Generated from harness/cli/commands.json by `npm run types`. Do not edit.

/** What each command is given. */
export interface CommandArgs {
  'run': {
    /** Who is certified. */
    readonly suite: 'merchant' | 'pos' | 'platform';
    /** Configuration file, YAML or JSON [conformance.yaml]. */
    readonly config?: string | undefined;
    /** Folder for the results. */
    readonly out: string;
    /** Open the report when done. */
    readonly open: boolean;
    /** Only this requirement, area or scenario; may be repeated. */
    readonly only?: readonly string[] | undefined;
    /** Not this requirement, area or scenario; may be repeated. */
    readonly skip?: readonly string[] | undefined;
    /** Repeat a run with its seed, a whole number. */
    readonly seed?: string | undefined;
    /** How many random inputs are tried. */
    readonly effort: 'quick' | 'standard' | 'thorough';
    /** Run one stored counterexample again; with --out beside the run it is of. */
    readonly replay?: string | undefined;
    /** Run part i of n, as i/n. */
    readonly shard?: string | undefined;
    /** Exit code of a shard when only requirements of other shards are missing. */
    readonly shardExit: 0 | 4;
    /** End the run at the first requirement that fails. */
    readonly bail: boolean;
    /** End the run after N failed requirements. */
    readonly maxFailures?: number | undefined;
    /** Score by this older version of the register; newer requirements are not scored. */
    readonly register?: string | undefined;
    /** Propose expectedFailures for what fails, in this YAML file. */
    readonly writeExpected?: string | undefined;
    /** Overwrite the file of --write-expected. */
    readonly force: boolean;
    /** Only this one of pos.tills; may be repeated. */
    readonly till?: readonly string[] | undefined;
  };
  'judge': {
    /** Who is certified. */
    readonly suite: 'merchant' | 'pos';
    /** Files, in order. */
    readonly captures: readonly string[];
    /** Configuration file, YAML or JSON [conformance.yaml]. */
    readonly config?: string | undefined;
    /** Folder for the results. */
    readonly out: string;
    /** Open the report when done. */
    readonly open: boolean;
    /** Only this requirement or area; may be repeated. */
    readonly only?: readonly string[] | undefined;
    /** Not this requirement or area; may be repeated. */
    readonly skip?: readonly string[] | undefined;
    /** Score by this older version of the register; newer requirements are not scored. */
    readonly register?: string | undefined;
    /** Propose expectedFailures for what fails, in this YAML file. */
    readonly writeExpected?: string | undefined;
    /** Overwrite the file of --write-expected. */
    readonly force: boolean;
  };
  'watch': {
    /** Who is certified. */
    readonly suite: 'merchant' | 'pos';
    /** Address to listen on, as host:port or a port [any free one]. */
    readonly listen?: string | undefined;
    /** URL of the target behind the proxy or the mirror. */
    readonly target?: string | undefined;
    /** Port for calls that a proxy mirrors, instead of being the proxy. */
    readonly mirror?: string | undefined;
    /** Configuration file, YAML or JSON [conformance.yaml]. */
    readonly config?: string | undefined;
    /** Folder for journal and reports [conformance-watch/TIME]. */
    readonly out?: string | undefined;
    /** Share of the calls of a busy shop to judge. */
    readonly sample: number;
    /** KiB of a body to keep; longer bodies pass through and are not judged. */
    readonly bodyCap: number;
    /** Address of the console, as host:port or a port [none]. */
    readonly controlPort?: string | undefined;
    /** Rewrite the Host header to the target's host. */
    readonly changeHost: boolean;
    /** Open the report when done. */
    readonly open: boolean;
  };
  'fleet all': {
    /** Fleet file. */
    readonly file: string;
    /** Folder with a folder for each target, or s3://BUCKET/PREFIX. */
    readonly out: string;
    /** Seed of every run. */
    readonly seed?: string | undefined;
    /** How many random inputs are tried. */
    readonly effort: 'quick' | 'standard' | 'thorough';
    /** Folder of the round before, to say what changed. */
    readonly since?: string | undefined;
    /** Private key; every conformant target gets a certificate. */
    readonly key?: string | undefined;
    /** So many at once. */
    readonly parallel: number;
  };
  'fleet run': {
    /** Fleet file. */
    readonly file: string;
    /** Folder with a folder for each target, or s3://BUCKET/PREFIX. */
    readonly out: string;
    /** Seed of every run. */
    readonly seed?: string | undefined;
    /** How many random inputs are tried. */
    readonly effort: 'quick' | 'standard' | 'thorough';
    /** Which target, from 0 [what the engine says]. */
    readonly index?: string | undefined;
  };
  'fleet report': {
    /** What the runs wrote to, a folder or s3://BUCKET/PREFIX. */
    readonly folder: string;
    /** Folder of the round before, to say what changed. */
    readonly since?: string | undefined;
    /** Private key; every conformant target gets a certificate. */
    readonly key?: string | undefined;
    /** Folder for the reports of a bucket. */
    readonly out: string;
  };
  'fleet manifest': {
    /** Whose manifest. */
    readonly engine: 'kubernetes' | 'github' | 'gitlab' | 'slurm';
    /** Fleet file. */
    readonly file: string;
    /** What the jobs write to, s3://BUCKET/PREFIX. */
    readonly results?: string | undefined;
  };
  'platform': {
    /** Configuration file, YAML or JSON [conformance.yaml]. */
    readonly config?: string | undefined;
    /** Port of the platform [any free one]. */
    readonly port?: string | undefined;
    /** Port of the control API [any free one]. */
    readonly controlPort?: string | undefined;
    /** Folder that keeps state and messages; without it nothing is kept. */
    readonly dataDir?: string | undefined;
  };
  'doctor': {
    /** Who is certified. */
    readonly suite: 'merchant' | 'pos' | 'platform';
    /** Configuration file, YAML or JSON [conformance.yaml]. */
    readonly config?: string | undefined;
  };
  'init': {
    /** Who is certified. */
    readonly suite: 'merchant' | 'pos';
    /** File to write [conformance.yaml]. */
    readonly config?: string | undefined;
    /** Base address of the target, to fill in and probe. */
    readonly url?: string | undefined;
    /** Overwrite an existing file. */
    readonly force: boolean;
  };
  'list': {
    /** What to list. */
    readonly what: 'requirements' | 'scenarios' | 'assumptions' | 'triggers' | 'reports' | 'occasions';
    /** Requirements and scenarios of one party only. */
    readonly party?: 'merchant' | 'pos' | 'platform' | undefined;
    /** Show which occasions a run of this effort covers. */
    readonly effort?: 'quick' | 'standard' | 'thorough' | undefined;
  };
  'explain': {
    /** A requirement, an assumption, a scenario, a trigger, or a results folder with --confirm. */
    readonly id: string;
    /** Results folder of a run: show also its failures of the requirement. */
    readonly results?: string | undefined;
    /** Of a run: does a reference peer fail alike?. */
    readonly confirm: boolean;
  };
  'validate': {
    /** Name of the schema, such as basket. */
    readonly shape: string;
    /** JSON file, or - for standard input. */
    readonly file: string;
  };
  'sign': {
    /** Such as GET or POST. */
    readonly method: string;
    /** The whole address. */
    readonly url: string;
    /** File with the body. */
    readonly file?: string | undefined;
    /** Configuration file, YAML or JSON [conformance.yaml]. */
    readonly config?: string | undefined;
  };
  'schema': {
    /** Name of the schema; without it, all names. */
    readonly name?: string | undefined;
    /** The OpenAPI 3.1 document. */
    readonly openapi?: boolean | undefined;
    /** The AsyncAPI 3 document. */
    readonly asyncapi?: boolean | undefined;
  };
  'report': {
    /** Folders with a journal; with --compare the older run and the newer one. */
    readonly folders: readonly string[];
    /** Folder for the reports [the folder, or conformance-results]. */
    readonly out?: string | undefined;
    /** Say what was fixed, broke or vanished between two. */
    readonly compare: boolean;
    /** Score by this older version of the register; newer requirements are not scored. */
    readonly register?: string | undefined;
    /** Propose expectedFailures for what fails, in this YAML file. */
    readonly writeExpected?: string | undefined;
    /** Overwrite the file of --write-expected. */
    readonly force: boolean;
    /** Open the report when done. */
    readonly open: boolean;
  };
  'show': {
    /** Results of runs. */
    readonly folders: readonly string[];
    /** Port, or host:port, to listen on [any free one]. */
    readonly port?: string | undefined;
  };
  'eject': {
    /** Output folder of a run. */
    readonly results: string;
    /** Requirement that failed. */
    readonly id: string;
    /** Language of the test. */
    readonly as: 'hurl' | 'http' | 'pytest' | 'phpunit' | 'junit';
    /** File to write [named after the requirement]. */
    readonly out?: string | undefined;
  };
  'certify': {
    /** Results of a run, or of all its shards. */
    readonly folders?: readonly string[] | undefined;
    /** Private Ed25519 key, PEM. */
    readonly key?: string | undefined;
    /** Only make a key: FILE, and FILE.pub for others. */
    readonly newKey?: string | undefined;
    /** File for the certificate [certificate.json in the first folder]. */
    readonly out?: string | undefined;
    /** Days until it expires [365]. */
    readonly valid?: string | undefined;
    /** Score by this older version of the register; newer requirements are not scored. */
    readonly register?: string | undefined;
  };
  'verify': {
    /** The certificate. */
    readonly file: string;
    /** Public key that must have signed it, PEM. */
    readonly key?: string | undefined;
    /** Folder with the results it rests on; repeated for shards. */
    readonly evidence?: readonly string[] | undefined;
  };
  'mcp': {
    /** Allow more than reading; may be repeated. */
    readonly allow?: readonly ('run' | 'doctor' | 'platform')[] | undefined;
  };
  'sample': {
    /** What is served. */
    readonly party: 'merchant' | 'pos';
    /** granite or willow; quartz or copper, which needs @aws-sdk/client-sqs. */
    readonly variant?: string | undefined;
    /** Give it this defect; may be repeated. */
    readonly fault?: readonly string[] | undefined;
    /** Only list the defects there are. */
    readonly faults: boolean;
    /** Milliseconds that each answer or command takes longer. */
    readonly latency?: string | undefined;
    /** Port, or host:port, to listen on [any free one of this machine]. */
    readonly port?: string | undefined;
    /** Products of the shop. */
    readonly catalogueSize?: string | undefined;
    /** File for its configuration [standard output]. */
    readonly configOut?: string | undefined;
  };
  'demo': {
    /** Folder for the results. */
    readonly out: string;
    /** Open the report when done. */
    readonly open: boolean;
  };
}
