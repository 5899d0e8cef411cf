// The findings of a run by what they cost: --top, the end of the run, annotations and the summary of a step.
// RUN: not %coalcheck --sort=cost --top=1 %s 2>&1 | FileCheck %s
// RUN: not %coalcheck --sort=source %s 2>&1 | FileCheck --check-prefix=SOURCE %s
// RUN: not %coalcheck --sort=cost --format=json %s | FileCheck --check-prefix=JSON %s
// RUN: rm -f %t.md
// RUN: env GITHUB_STEP_SUMMARY=%t.md not %coalcheck --sort=cost --top=1 --format=github %s | FileCheck --check-prefix=GITHUB %s
// RUN: FileCheck --check-prefix=SUMMARY %s < %t.md
// RUN: not %coalcheck --sort=cost --format=sarif %s | FileCheck --check-prefix=SARIF %s
// RUN: not %coalcheck --top=0 %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %coalcheck --sort=size %s 2>&1 | FileCheck --check-prefix=BADSORT %s
__global__ void few(const float *in, float *out) {
  out[threadIdx.x + blockIdx.x * blockDim.x] = in[(threadIdx.x + blockIdx.x * blockDim.x) * 8];
}
__global__ void many(const float *rows, float *out) {
  out[threadIdx.x + blockIdx.x * blockDim.x] = rows[(threadIdx.x + blockIdx.x * blockDim.x) * 8];
}
void host(float *a, float *b) { few<<<512, 256>>>(a, b), many<<<65536, 256>>>(a, b); }
// CHECK: :15:48: warning: uncoalesced load of 'rows'
// CHECK: 1 more finding (--top=1)
// CHECK: 2 warnings generated
// CHECK-NEXT: By check: 2 strided.
// CHECK-NEXT: Worst first: {{.*}}ranking.cu:15 ({{[0-9]+}} % of 'many'), line 12 ({{[0-9]+}} % of 'few').
// SOURCE: :12:48: warning: uncoalesced load of 'in'
// SOURCE: :15:48: warning: uncoalesced load of 'rows'
// JSON-LABEL: "findings"
// JSON: "message": "uncoalesced load of 'rows'
// JSON: "message": "uncoalesced load of 'in'
// GITHUB: ::warning file={{.*}},line=15,{{.*}}::uncoalesced load of 'rows'{{.*}}%0Ahelp: let
// GITHUB-NOT: ::warning
// GITHUB: 1 more finding in the summary of this step
// SUMMARY: ### coalcheck
// SUMMARY: | warning | `{{.*}}ranking.cu:15` | uncoalesced load of 'rows': 32 sectors per request, minimum 4 | {{[0-9]+}} % | let neighbouring
// SUMMARY: | warning | `{{.*}}ranking.cu:12` | uncoalesced load of 'in'
// SARIF: "startLine": 15
// SARIF: "properties": {
// SARIF-NEXT: "id": "{{[0-9a-f]+}}",
// SARIF-NEXT: "places": 1,
// SARIF-NEXT: "help": "let neighbouring
// SARIF-NEXT: "gain": {
// SARIF-NEXT: "percent": {{[0-9.]+}},
// BAD: --top
// BADSORT: --sort
