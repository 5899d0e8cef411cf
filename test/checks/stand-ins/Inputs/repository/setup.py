from setuptools import setup; setup(include_dirs=[str(here / 'lib' / 'ops')])
