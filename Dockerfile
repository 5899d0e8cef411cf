# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The program with libclang, without a CUDA toolkit: docker run --rm -v "$PWD:/src" coalcheck kernel.cu
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends python3-venv gcc g++ libjansson-dev libyaml-dev
COPY . /coalcheck
RUN python3 -m venv /opt/coalcheck && /opt/coalcheck/bin/pip install --no-cache-dir /coalcheck

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 git && rm -rf /var/lib/apt/lists/*
COPY --from=build /opt/coalcheck /opt/coalcheck
WORKDIR /src
ENTRYPOINT ["/opt/coalcheck/bin/coalcheck"]
